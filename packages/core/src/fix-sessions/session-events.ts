/** Events of a FIX session and the actions that follow from them. */
import type { FixField, FixFound, FixMessage } from './message.ts'

export interface FixParty {
  readonly role: 'initiator' | 'acceptor'
  readonly begin: 'FIX.4.4' | 'FIXT.1.1'
  /** Our name, and that of the other side. */
  readonly sender: string
  readonly target: string
  /** Seconds; an acceptor takes those of the logon. */
  readonly heartbeat: number
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/** The numbers that are next, in each direction. */
export interface FixNumbers {
  readonly nextIn: number
  readonly nextOut: number
}

/** Messages of the application that were sent, for the other side that asks for them again: fields from 35 on, without header; null: none. */
export type SentBefore = (
  number: number,
) => { readonly fields: readonly FixField[]; readonly at: number } | null

export type FixEvent =
  /** `resets`: the first logon of the day, which begins both numbers at 1. */
  | { readonly kind: 'connected'; readonly at: number; readonly resets: boolean }
  | { readonly kind: 'received'; readonly at: number; readonly found: FixFound }
  /** Time has passed: at least once a second. */
  | { readonly kind: 'time'; readonly at: number }
  /** A message of the application, from 35 on; without a connection the other side asks for it later. */
  | { readonly kind: 'send'; readonly at: number; readonly fields: readonly FixField[] }
  | { readonly kind: 'end'; readonly at: number; readonly text: string }
  | { readonly kind: 'disconnected' }

/** Why a connection is closed. */
export type FixClose =
  | 'logout'
  | 'refused'
  | 'no-logon'
  | 'silent'
  | 'reset-unasked'
  | 'too-low'
  | 'version'
  | 'company'
  | 'sending-time'
  | 'no-number'
  | 'gap-stays'

export type FixAction =
  /** Both numbers begin at 1 again. */
  | { readonly kind: 'reset' }
  /** `stored`: the bytes without the password. A message that is sent again is not stored again. */
  | {
      readonly kind: 'send'
      readonly number: number
      readonly type: string
      readonly bytes: Uint8Array
      readonly stored: Uint8Array
      readonly isRepeated: boolean
    }
  /** Taken, once and in order. `number` is null of a reset of the numbers, which has none of its own. */
  | {
      readonly kind: 'take'
      readonly number: number | null
      readonly type: string
      readonly message: FixMessage
      readonly isApplication: boolean
      readonly fault: string | null
    }
  /** Received behind a gap: it is taken when the gap closes, and kept meanwhile, since the gap may never close. */
  | { readonly kind: 'aside'; readonly number: number; readonly type: string; readonly message: FixMessage }
  /** Numbers that are missing, that came, or that the other side does not send any more. */
  | { readonly kind: 'gap'; readonly what: FixGapState; readonly from: number; readonly to: number }
  /** Received and not taken: not a message, or none that this session may use. */
  | { readonly kind: 'leave'; readonly raw: Uint8Array; readonly fault: string }
  | { readonly kind: 'close'; readonly why: FixClose; readonly text: string | null }

export type FixPhase = 'off' | 'logging-on' | 'on' | 'logging-out'

export type FixGapState = 'open' | 'closed' | 'given-up'

/** Numbers that were passed over, and are asked for again. */
export interface FixGap {
  readonly from: number
  readonly to: number
}

/** A fault of a message that ends the session. */
export interface Wrong {
  readonly why: FixClose
  readonly text: string
  /** The reason and the tag of a reject. */
  readonly reject?: readonly [reason: number, tag: number]
}

/** The contents of a reject of a message. */
export interface Rejected {
  readonly reason: number
  readonly tag: number
  readonly text: string
}
