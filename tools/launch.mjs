#!/usr/bin/env node
/**
 * Every npm script goes through here. Runs on the Node a machine happens to have (20.19 or newer) without
 * any package: installs what is missing, finds the Node that comes with the installation, builds the web
 * when it changed, and hands over.
 */
import { check, typecheck } from './launch/check.mjs'
import { develop } from './launch/develop.mjs'
import { ensureInstalled } from './launch/install.mjs'
import { findNode } from './launch/node.mjs'
import { runNode } from './launch/run.mjs'
import { ensureServerBuilt, serverProgram } from './launch/server.mjs'
import { ensureWebBuilt } from './launch/web.mjs'

const server = 'apps/server/src/main.ts'
// A server that mostly waits: a small young generation keeps its memory under what the machine would give.
const serverFlags = ['--max-semi-space-size=4']
// Variables of the environment take precedence; a file of settings next to the project is for the real books.
const demo = {
  DATA_DIR: process.env.DATA_DIR || './data-demo',
  EQUITY_MANAGER_EDITION: process.env.EQUITY_MANAGER_EDITION || 'premium',
}

/** Runs a program of the server, built where it can be. */
async function runServer(node, source, args, env = {}) {
  const built = serverProgram(source, await ensureServerBuilt(node))
  return runNode(node, [...serverFlags, built.program, ...args], { env: { ...env, ...built.env } })
}

/** Each takes the Node to use and the arguments after the command, and answers the exit status. */
const commands = {
  start: async (node, args) => {
    await ensureWebBuilt(node)
    return runServer(node, server, args)
  },
  demo: async (node, args) => {
    await ensureWebBuilt(node)
    return runServer(node, server, ['--demo', ...args], demo)
  },
  worker: (node, args) => runServer(node, 'apps/server/src/worker.ts', args),
  dev: (node, args) => develop(node, server, args),
  build: async (node) => {
    await ensureWebBuilt(node)
    return 0
  },
  test: async (node, args) => {
    // The other tests are worth running all the same; the run counts it as failed.
    const problem = await ensureWebBuilt(node).then(() => '', String)
    const build = await ensureServerBuilt(node)
    const problems = [problem, build === undefined ? 'The server could not be built.' : '']
    const { env } = serverProgram(server, build)
    const BUILD_PROBLEM = problems.filter((one) => one !== '').join('\n')
    return runNode(node, ['tools/test.ts', ...args], { env: { ...env, BUILD_PROBLEM } })
  },
  'test-versions': (node, args) => runNode(node, ['tools/test-versions.ts', ...args]),
  check: (node) => check(node),
  typecheck: (node) => typecheck(node),
  'statement-types': (node) => runNode(node, ['tools/statement-types.ts']),
  'stored-words': (node) => runNode(node, ['tools/stored-words.ts']),
  verify: (node, args) => runNode(node, ['tools/verify.ts', ...args]),
  admin: (node, args) => runNode(node, ['tools/admin.ts', ...args]),
  backup: (node, args) => runNode(node, ['tools/backup.ts', ...args], { input: true }),
  restore: (node, args) => runNode(node, ['tools/restore.ts', ...args], { input: true }),
  'load-book': (node, args) => runNode(node, ['tools/load-book.ts', ...args]),
  crash: (node, args) => runNode(node, ['tools/crash.ts', ...args]),
  mutations: (node, args) => runNode(node, ['tools/mutations.ts', ...args]),
  bench: (node, args) => runNode(node, ['bench/run.ts', ...args]),
  // The sample broker takes commands.
  samples: (node, args) => runNode(node, ['tools/sample-documents.ts', ...args], { input: true }),
  screens: async (node, args) => {
    await ensureWebBuilt(node)
    return runNode(node, ['tools/screens.ts', ...args])
  },
}

async function main([name = 'start', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
    return 2
  }
  await ensureInstalled()
  return command(findNode(), args)
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status
  },
  (error) => {
    console.error(error instanceof Error ? error.message : error)
    // The test command always ends with its plain line, also when it could not begin.
    if (process.argv[2] === 'test') console.log('0 passed, 1 failed')
    process.exitCode = 1
  },
)
