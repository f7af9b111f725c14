import type { Field, Register } from '@em/contract/kit/register'
import { ApiFailure } from '../lib/api.ts'
import type { AnyRecord, AnyRegister, FormValues } from './values.ts'

/** The sentences of one register's screen. */
export interface MasterWords {
  /** "Failed to fetch equities" */
  readonly listFailed: string
  /** Above the list of required fields that are empty. */
  readonly incomplete: string
  readonly saved: string
  /** "Error saving equity. Please try again." */
  readonly saveFailed: string
  readonly updated: string
  readonly updateFailed: string
  readonly deleteQuestion: string
  readonly deleted: string
  readonly deleteFailed: string
}

/** Within a sentence: an abbreviation keeps its capitals. */
export const inSentence = (name: string): string => (/^[A-Z]{2}/.test(name) ? name : name.toLowerCase())

/** A register as the web shows it: the descriptor and what is special about its screen. */
export interface Master {
  readonly register: AnyRegister
  readonly words: MasterWords
  /** The name of a record in messages: "JKH.N0000 John Keells Holdings PLC". */
  readonly titleOf: (record: AnyRecord) => string
  /** A last check before saving; throws ApiFailure. `before` is the record being edited. */
  readonly check?: (values: FormValues, before: AnyRecord | null) => Promise<void>
  /** The sentence of a failed save, where it is not the server's alone. */
  readonly saveSentence?: (message: string) => string
  /** The sentence of a refused removal, where it is not the server's alone. */
  readonly inUseSentence?: (message: string) => string
}

/** Binds a register of the contract to its screen. */
export function defineMaster<const Fields extends readonly Field[]>(
  register: Register<Fields>,
  screen: Omit<Master, 'register'>,
): Master {
  return { ...screen, register: register as unknown as AnyRegister }
}

/**
 * The sentence for a failed call: a refusal (4xx) in the server's words; anything else in the screen's words, with
 * the reason behind them.
 */
export function sentenceOf(error: unknown, failed: string): string {
  if (!(error instanceof ApiFailure)) return failed
  if (error.status >= 400 && error.status < 500 && error.spoken) return error.message
  const reason = error.message.replace(/\s*Please try again\.$/, '')
  return reason === '' || failed.includes(reason) ? failed : `${failed} (${reason})`
}

/** The same failure, saying `message`. */
export function saying(error: unknown, message: string): ApiFailure {
  if (error instanceof ApiFailure)
    return new ApiFailure(error.status, error.code, message, error.details, true)
  return new ApiFailure(0, 'fault', message, [], true)
}

/** A fault found before anything was sent. */
export function refusalOf(message: string, field?: string): ApiFailure {
  return new ApiFailure(422, 'form.refused', message, field === undefined ? [] : [{ field, message }], true)
}
