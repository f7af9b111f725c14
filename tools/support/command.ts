/** Shared code of command-line tools: how they end, and which file is meant. */
import { resolve } from 'node:path'

/** A path as the person typed it: npm runs in the project's folder, wherever they are. */
export function typedPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
}

/** Says what went wrong and ends with 2; a signal ends the work in order and gives 130 or 143. */
export async function runTool(work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const abort = new AbortController()
  let status: number | undefined
  for (const [name, number] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(name, () => {
      status = number
      abort.abort()
    })
  }
  try {
    process.exitCode = await work(abort.signal)
  } catch (error) {
    console.error(status === undefined && error instanceof Error ? error.message : 'Stopped.')
    process.exitCode = status ?? 2
  }
}
