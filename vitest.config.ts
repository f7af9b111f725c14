import { defineConfig } from 'vitest/config'

/**
 * One more than the processors of a small machine: many tests of the API wait, for a process that was killed to be found gone or for a lock.
 */
const WORKERS = 3

/** Four rooms: pure rules, the HTTP surface on a real PostgreSQL, the web in jsdom, stories in a browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/*.dom.test.ts', '**/node_modules/**'],
          testTimeout: 30_000,
          environment: 'node',
          isolate: false,
          setupFiles: ['apps/web/src/testing/each-file.ts'],
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/server/test/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['apps/server/test/support/global-setup.ts'],
          // A new process for each file would read the modules of the server anew: a fifth of its time.
          isolate: false,
          experimental: { viteModuleRunner: false },
          setupFiles: ['apps/server/test/support/close-file.ts', 'apps/server/test/support/each-file.ts'],
          // What takes seconds on a quiet machine took ten times as long on a busy one; a test that hangs is still found.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.tsx', 'apps/web/src/**/*.dom.test.ts'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['apps/web/src/testing/each-file.ts', 'apps/web/src/testing/setup.ts'],
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['e2e/support/global-setup.ts'],
          isolate: false,
          experimental: { viteModuleRunner: false },
          setupFiles: ['apps/server/test/support/close-file.ts', 'apps/server/test/support/each-file.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // A page, its browser and its server are a processor's work at most, and wait for each other; they come last, and by themselves.
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
