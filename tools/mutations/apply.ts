/** Breaks one line in a copy of the checkout and asks the test that should notice. */
import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mutation } from './mutation.ts'

/** The parts of vitest's JSON report that are read here. */
interface Report {
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** `noticed`: a test of that name failed. `missed`: all passed. `no test`: none of that name ran. */
export type Outcome = 'noticed' | 'missed' | 'no test'

/** How often a text is in another. */
export const occurrences = (text: string, part: string): number => text.split(part).length - 1

/** @throws Error where the text to replace is not there exactly once. */
export function broken(text: string, { file, from, to }: Mutation): string {
  const times = occurrences(text, from)
  if (times !== 1) throw new Error(`${file}: "${from}" is there ${times} times, not once.`)
  return text.split(from).join(to)
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs the tests of these names, or whole files where none are given. */
async function runTests(copy: string, files: string[], names: string[]): Promise<Report | undefined> {
  const reportFile = join(copy, 'mutation-report.json')
  await rm(reportFile, { force: true })
  const args = [
    join(copy, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=json',
    `--outputFile=${reportFile}`,
    ...(names.length > 0 ? ['-t', names.map(literal).join('|')] : []),
    ...files,
  ]
  const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore' })
  await new Promise((resolve) => child.on('close', resolve))
  return readFile(reportFile, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  )
}

function outcomeOf(report: Report | undefined, { test, name }: Mutation): Outcome {
  const tests = (report?.testResults ?? [])
    .filter((file) => file.name.endsWith(test))
    .flatMap((file) => file.assertionResults)
    .filter(({ fullName, status }) => fullName.includes(name) && status !== 'skipped' && status !== 'pending')
  if (tests.some(({ status }) => status === 'failed')) return 'noticed'
  return tests.length > 0 ? 'missed' : 'no test'
}

/** Breaks the line, runs the test, mends the line. */
export async function tryMutation(copy: string, mutation: Mutation): Promise<Outcome> {
  const path = join(copy, mutation.file)
  const before = await readFile(path, 'utf8')
  await writeFile(path, broken(before, mutation))
  try {
    return outcomeOf(await runTests(copy, [mutation.test], mutation.whole ? [] : [mutation.name]), mutation)
  } finally {
    await writeFile(path, before)
  }
}

/** The mutations whose test does not pass while nothing is broken; they prove nothing. */
export async function withoutPassingTest(
  copy: string,
  mutations: readonly Mutation[],
): Promise<readonly Mutation[]> {
  const failing: Mutation[] = []
  for (const whole of [false, true]) {
    const some = mutations.filter((mutation) => (mutation.whole ?? false) === whole)
    if (some.length === 0) continue
    const files = [...new Set(some.map(({ test }) => test))]
    const names = whole ? [] : [...new Set(some.map(({ name }) => name))]
    const report = await runTests(copy, files, names)
    failing.push(...some.filter((mutation) => outcomeOf(report, mutation) !== 'missed'))
  }
  return failing
}
