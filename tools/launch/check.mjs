/** The quick loop: format, types, lint and the pure tests, two at a time, in under a minute. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from './root.mjs'
import { capture } from './run.mjs'

const projects = ['packages/core', 'packages/contract', 'packages/paper', 'apps/server', 'apps/web']

/** The compiler's results for unchanged files are kept: a second check takes a tenth of the time. */
const typeSteps = projects.map((project) => {
  const known = join(cacheFolder, 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
  return [`types ${project}`, 'tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', known]]
})

const checkSteps = [
  ['format', 'biome', ['check', '--colors=off', '.']],
  ...typeSteps,
  ['lint', 'oxlint', ['--type-aware']],
  ['unit tests', 'vitest', ['run', '--project', 'unit', '--reporter', 'dot']],
]

async function runStep([name, program, args]) {
  const began = Date.now()
  const { status, said } = await capture(program, args)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status !== 0) console.log(said.trimEnd())
  return status === 0
}

/** Runs all steps even when one fails: one look shows everything. Answers the exit status. */
async function runSteps(steps) {
  const waiting = [...steps]
  let failed = 0
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step))) failed += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  return failed === 0 ? 0 : 1
}

export const check = () => runSteps(checkSteps)
export const typecheck = () => runSteps(typeSteps)
