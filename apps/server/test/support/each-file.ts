/**
 * Runs before the tests of each file of the API. Files share a process and its modules (`isolate: false`): counters begin again.
 */
import { hashingCost } from '../../src/features/identity/accounts/password.ts'
import { startCountersAgain } from './counters.ts'

startCountersAgain()
// The cheapest that argon2 knows: tests make accounts by the thousand. `password.test.ts` checks the real cost.
Object.assign(hashingCost, { memoryKib: 8, passes: 1 })
