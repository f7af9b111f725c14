/** What a test file leaves open is closed when its tests have ended. Modules outlive a file: `close-file.ts` does it for each. */
type Work = () => Promise<unknown>

const left = new Set<Work>()

/**
 * Does the work when the tests of the file have ended, what was registered last first.
 * @returns takes it back, for what was closed before.
 */
export function afterFile(work: Work): () => void {
  left.add(work)
  return () => left.delete(work)
}

/** Does what is left. A failure does not keep the rest from being done; the first one is thrown at the end. */
export async function closeFile(): Promise<void> {
  const failures: unknown[] = []
  for (const work of [...left].toReversed()) {
    left.delete(work)
    await work().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
