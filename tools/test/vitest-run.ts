/** Runs vitest and counts from its report what passed and what did not, also what could not be loaded. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileTime } from './times.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The counts of a run, and the times of its files. */
export interface Run {
  readonly counts: Counts
  /** Paths of the files in which something failed. */
  readonly failed: readonly string[]
  readonly times: readonly FileTime[]
}

/** The parts of vitest's JSON report that are read here. */
export interface Report {
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

const root = join(import.meta.dirname, '..', '..')
const passOn = ['SIGINT', 'SIGTERM'] as const

/**
 * Counts a report. A file that failed without a failed test of its own (it did not load, or a hook threw)
 * counts as one failure; so does a run that ended badly for a reason the report does not know.
 */
export function countReport(report: Report | undefined, status: number): Counts {
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const file of report?.testResults ?? []) {
    let failedHere = 0
    for (const { status: result } of file.assertionResults) {
      if (result === 'passed') count.passed += 1
      else if (result === 'failed') failedHere += 1
      else count.skipped += 1
    }
    count.failed += file.status === 'failed' ? Math.max(1, failedHere) : failedHere
  }
  if (count.failed === 0 && status !== 0) count.failed = 1
  return count
}

/** The files of a report in which a test failed, or which failed as a whole. */
export function failedFiles(report: Report | undefined): string[] {
  return (report?.testResults ?? [])
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' || assertionResults.some((one) => one.status === 'failed'),
    )
    .map(({ name }) => name)
}

/** More failed files than these are no accident of a busy machine. */
const MOST_AGAIN = 3

/** The files that are run a second time, alone: none where too many failed, or where a failure has no file. */
export function toRunAgain({ counts, failed }: Run): readonly string[] {
  return counts.failed > 0 && failed.length <= MOST_AGAIN ? failed : []
}

export function sum(all: readonly Counts[]): Counts {
  const none = { passed: 0, failed: 0, skipped: 0 }
  return all.reduce(
    (left, right) => ({
      passed: left.passed + right.passed,
      failed: left.failed + right.failed,
      skipped: left.skipped + right.skipped,
    }),
    none,
  )
}

/** A run in which nothing was tested has failed too. */
export function hasFailed(counts: Counts): boolean {
  return counts.failed > 0 || counts.passed === 0
}

/** The plain last line of a test run. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function takeJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  } finally {
    rmSync(path, { force: true })
  }
}

/**
 * Runs vitest with the arguments given.
 * @param name keeps the report of one run apart from another's.
 */
export async function runVitest(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<Run> {
  const folder = join(root, '.cache', 'tests')
  const reportFile = join(folder, `${name}-${process.pid}.json`)
  const timesFile = join(folder, `${name}-${process.pid}-times.json`)
  mkdirSync(folder, { recursive: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    `--reporter=${join(import.meta.dirname, 'times-reporter.ts')}`,
  ]
  const [command, ...rest] = args[0] === 'related' ? ['related', '--run', ...args.slice(1)] : ['run', ...args]
  const child = spawn(process.execPath, [vitest, command, ...reporters, ...rest], {
    cwd: root,
    env: { ...process.env, ...env, TEST_TIMES: timesFile },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of passOn) process.on(signal, stop)
  const status = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
  for (const signal of passOn) process.off(signal, stop)
  const report = takeJson<Report>(reportFile)
  return {
    counts: countReport(report, status),
    failed: failedFiles(report),
    times: takeJson<FileTime[]>(timesFile) ?? [],
  }
}
