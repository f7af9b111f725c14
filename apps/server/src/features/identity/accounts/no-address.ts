import { sqlState } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'

/**
 * Makes an account. The database lower-cases by its own tables; what it will not take as lower case is not an address.
 * @throws Refusal `request.invalid` then.
 */
export async function orNoAddress<T>(enter: () => Promise<T>): Promise<T> {
  try {
    return await enter()
  } catch (error) {
    if (sqlState(error) !== '23514') throw error
    throw new Refusal('request.invalid', {}, [{ field: 'email', message: 'Email is invalid' }])
  }
}
