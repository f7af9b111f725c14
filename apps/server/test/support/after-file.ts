/** Closes the connections and servers that a test file leaves open when its tests have ended. Modules outlive a file: `close-file.ts` does it for each. */
type Work = () => Promise<unknown>

const left = new Set<Work>()

/**
 * Registers work that is done when the tests of the file have ended, the last registered first.
 * @returns a function that removes it, for a resource that was closed before.
 */
export function afterFile(work: Work): () => void {
  left.add(work)
  return () => left.delete(work)
}

/** Does the registered work. A failure does not keep the rest from being done; the first one is thrown at the end. */
export async function closeFile(): Promise<void> {
  const failures: unknown[] = []
  for (const work of [...left].toReversed()) {
    left.delete(work)
    await work().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
