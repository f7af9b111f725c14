/** What modules remember of a database in this process, such as the accounts of posting roles: by database, for a process may serve several. */

/** Each under an object of its own. */
export type Memory = Map<object, unknown>

/** A slot in the memory of each database: answers what is there, and makes it where nothing is. */
export function rememberedOf<T>(make: () => T): (of: { readonly memory: Memory }) => T {
  const connection = {}
  return ({ memory }) => {
    const known = memory.get(connection) as T | undefined
    if (known !== undefined) return known
    const made = make()
    memory.set(connection, made)
    return made
  }
}
