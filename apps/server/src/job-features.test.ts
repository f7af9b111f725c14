import { allRoutes } from '@em/contract/registry'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { jobFeatureRoutes } from './job-features.ts'
import type { Server } from './platform/http/serve.ts'

/** Nothing is asked of it while routes are registered. */
const unasked = {} as never

test('a process of jobs knows every route that is long work', () => {
  const server = {
    app: fastify(),
    database: { listen: () => unasked, reading: () => unasked },
    clock: unasked,
    settings: unasked,
    workSlots: unasked,
    tokens: unasked,
    readers: unasked,
    jobs: unasked,
    writes: new Map(),
  } as unknown as Server
  jobFeatureRoutes(server)
  const long = allRoutes.filter(({ runs }) => runs === 'job').map(({ name }) => name)
  expect(long.filter((name) => !server.writes.has(name))).toEqual([])
})
