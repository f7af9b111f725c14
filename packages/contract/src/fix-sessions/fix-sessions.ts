import { z } from 'zod'
import { tradeDocuments } from '../documents/trade-documents.ts'
import { date, optional } from '../kit/fields.ts'
import { idParams, listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Live FIX sessions: whether they are connected, the messages that were received and sent, and the manual start and stop. The sessions
 * themselves are a register (registers/fix-sessions.ts). Executions are of any portfolio: only people with all portfolios read them.
 */

const yes = z.enum(['0', '1', 'true', 'false']).optional()

/** Numbers that were passed over. */
const gap = z.object({ from: z.number(), to: z.number(), since: z.string() })

export const fixSessionState = z.object({
  id: z.number(),
  name: z.string(),
  broker: z.string(),
  /** `stopped`: manually, or it was never started. `waiting`: started, and not connected; `reason` says why. */
  state: z.enum(['stopped', 'waiting', 'connected']),
  /** Since when it is connected; null while it is not. */
  since: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who started or stopped it last. */
  turned: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** The day of its numbers; null before the first logon. */
  day: z.string().nullable(),
  /** The numbers of the next message in each direction. */
  nextIn: z.number(),
  nextOut: z.number(),
  gap: gap.nullable(),
  /** The newest former day that ended without a logout: what the broker sent on it from this number on is not known. */
  unfinished: z.object({ day: z.string(), from: z.number() }).nullable(),
  /** Of the day. */
  gapsClosed: z.number(),
  messages: z.number(),
  executions: z.number(),
  faults: z.number(),
  lastIn: z.string().nullable(),
  lastOut: z.string().nullable(),
})
export type FixSessionState = z.output<typeof fixSessionState>

/** A day of a session's numbers. */
export const fixSessionDay = z.object({
  day: z.string(),
  executions: z.number(),
  /**
   * Numbers of the day that did not come, or that the broker does not send any more. `to` null: the day ended without a logout, and it is
   * not known whether the broker sent this number and later ones.
   */
  missing: z.array(z.object({ from: z.number(), to: z.number().nullable() })),
  /** Numbers of the broker's application (1181 ApplSeqNum, by 1180 ApplID) that did not come. */
  application: z.array(z.object({ applId: z.string(), from: z.number(), to: z.number() })),
})
export type FixSessionDay = z.output<typeof fixSessionDay>

export const fixMessage = z.object({
  id: z.number(),
  day: z.string(),
  at: z.string(),
  direction: z.enum(['in', 'out']),
  /** Null where it is no message that could be taken. */
  number: z.number().nullable(),
  /** 35 MsgType; null where the bytes are no message. */
  type: z.string().nullable(),
  /** "Execution report", or the type where it has no name here. */
  name: z.string(),
  /** A summary of it: "Buy 333 JKH.N0000 at 10.10, E-501". */
  text: z.string(),
  fault: z.string().nullable(),
  sha256: z.string(),
  /** The message with | for SOH; long ones end early. */
  raw: z.string(),
})
export type FixMessageRow = z.output<typeof fixMessage>

const tag = 'FIX sessions'
const changes = { tag, needs: 'registers.change', scope: 'all', method: 'POST' } as const

export const fixConnections = {
  states: route({
    tag,
    name: 'fix-sessions.states',
    method: 'GET',
    path: '/fix-sessions/states',
    needs: 'registers.read',
    load: 'light',
    summary: 'Each FIX session: whether it is connected, its numbers, its open gap, and what came today',
    reply: z.array(fixSessionState),
  }),
  messages: route({
    tag,
    name: 'fix-sessions.messages',
    method: 'GET',
    path: '/fix-sessions/:id/messages',
    needs: 'trades.read',
    scope: 'all',
    load: 'list',
    summary: 'Messages of a FIX session, the newest first; `kind` leaves out heartbeats and logons',
    params: idParams,
    query: listQuery
      .pick({ limit: true, cursor: true })
      .extend({
        day: optional(date).prefault(null),
        kind: z.enum(['all', 'executions', 'faults']).optional(),
      })
      .prefault({}),
    reply: z.array(fixMessage),
  }),
  days: route({
    tag,
    name: 'fix-sessions.days',
    method: 'GET',
    path: '/fix-sessions/:id/days',
    needs: 'trades.read',
    scope: 'all',
    load: 'list',
    summary: 'The days of a FIX session, the newest first: their executions, and numbers that are missing',
    params: idParams,
    reply: z.array(fixSessionDay),
  }),
  start: route({
    ...changes,
    name: 'fix-sessions.start',
    path: '/fix-sessions/:id/start',
    summary:
      'Starts a FIX session: it connects within its hours. `reset` begins the numbers of both sides at 1 with the next logon',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({ reset: z.boolean().optional() }),
    reply: z.object({ id: z.number(), running: z.boolean() }),
  }),
  document: route({
    tag,
    name: 'fix-sessions.document',
    method: 'POST',
    path: '/fix-sessions/:id/document',
    needs: 'imports.run',
    scope: 'all',
    status: 201,
    alsoStatus: [200],
    summary:
      'Takes the executions of a day of a FIX session as a document of the kind drop-copy, as its file of messages would be; unchanged since the last time answers 200. A day of which numbers are missing is refused (409), but with `despiteMissing`, and the document names them',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({ day: date, despiteMissing: z.boolean().optional() }),
    reply: tradeDocuments.upload.reply,
  }),
  stop: route({
    ...changes,
    name: 'fix-sessions.stop',
    path: '/fix-sessions/:id/stop',
    summary: 'Stops a FIX session until it is started again',
    params: idParams,
    query: z.object({ dryRun: yes }),
    reply: z.object({ id: z.number(), running: z.boolean() }),
  }),
}
