import { MARKET_CLOSE } from '@em/core/fix-sessions/hours'
import { z } from 'zod'
import { apiError } from '../kit/errors.ts'
import { recordVersion } from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Contracts of FIX sessions that are formed by the clock: on each trading day at a time after the close the executions of the day become a
 * document, and what is new in it is recorded, as a job of the person who set it up. What keeps a day from
 * being formed is reported.
 */

/**
 * What became of a day. `blocked`: not handed in, `error` says why; it is tried again. `running`: being recorded. `held`: waits for approval.
 * `failed`: recording was refused. `part`: some contracts are not recorded, or differ from the books. `done`: all are in the books.
 * `nothing`: there were no executions.
 */
export const FORMED_STATES = ['blocked', 'running', 'held', 'failed', 'part', 'done', 'nothing'] as const

export const formedDay = z.object({
  day: z.string(),
  /** When it was tried last. */
  at: z.string(),
  state: z.enum(FORMED_STATES),
  executions: z.number(),
  /** Where the contracts are. */
  documentId: z.number().nullable(),
  /** Contracts that no trade was recorded of. */
  unrecorded: z.number(),
  /** Contracts that say otherwise than their trades: a correction or cancel that came later, or a changed trade. */
  differing: z.number(),
  error: apiError.nullable(),
})
export type FormedDay = z.output<typeof formedDay>

export const formingOfSession = z.object({
  /** The session. */
  id: z.number(),
  name: z.string(),
  isOn: z.boolean(),
  /** The time of day in Colombo, HH:MM. */
  time: z.string(),
  waitsForTradeFile: z.boolean(),
  /** As whom: with his rights of that moment. */
  owner: z.string(),
  version: z.number(),
  /** The trading day that comes due next; null while it is off. */
  nextDay: z.string().nullable(),
  /** The newest first. */
  days: z.array(formedDay),
})
export type FormingOfSession = z.output<typeof formingOfSession>

export const fixForming = {
  list: route({
    tag: 'FIX sessions',
    name: 'fix-sessions.forming',
    method: 'GET',
    path: '/fix-sessions/forming',
    needs: 'trades.read',
    scope: 'all',
    load: 'list',
    summary: 'FIX sessions whose contracts are formed by the clock, with the days of the last month',
    reply: z.array(formingOfSession),
  }),
  save: route({
    tag: 'FIX sessions',
    name: 'fix-sessions.change-forming',
    method: 'PUT',
    path: '/fix-sessions/:id/forming',
    needs: 'imports.run',
    scope: 'all',
    summary:
      'Has the contracts of a FIX session formed by the clock on each trading day, in the name of who saves it, or switches it off. Nothing is formed of a day of which messages are missing, which may not be complete, or which differs from the trade file; `waitsForTradeFile` also waits until there is one',
    params: idParams,
    body: z.object({
      time: z
        .string({ error: 'The time of day is required.' })
        .max(5, { error: 'Must be a time like 15:30.', abort: true })
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Must be a time like 15:30.', abort: true })
        .refine((time) => time >= MARKET_CLOSE, `Must be after the close: ${MARKET_CLOSE} or later.`),
      waitsForTradeFile: z.boolean({ error: 'Must be true or false.' }),
      isOn: z.boolean({ error: 'Must be true or false.' }),
      version: recordVersion,
    }),
    reply: formingOfSession,
  }),
}
