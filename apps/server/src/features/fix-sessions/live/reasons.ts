/** Why a FIX session is not connected, as a sentence on the tab. */
import type { FixClose } from '@em/core/fix-sessions/session-events'

const SENTENCES: Readonly<Record<FixClose, string>> = {
  logout: 'The broker ended the session.',
  refused: 'The broker refused the logon, or its logon was not correct.',
  'no-logon': 'The broker did not answer the logon.',
  silent: 'The broker was silent, and did not answer a test request.',
  'reset-unasked':
    'The broker began its numbers at 1 within the day. Ask the broker, then start the session with new numbers.',
  'too-low':
    'The broker sent a number that was received before. Ask the broker, then start the session with new numbers.',
  version: 'The broker speaks another version of FIX than the session names.',
  company: 'The CompIDs of the broker are not those of the session.',
  'sending-time': 'The clock of the broker or of this server is wrong: a message was sent two minutes off.',
  'no-number': 'The broker sent a message without a number.',
  'gap-stays': 'The broker does not send the missing messages again. Ask the broker for them.',
}

export function reasonOf(why: FixClose, text: string | null): string {
  return text === null || text === '' ? SENTENCES[why] : `${SENTENCES[why]} (${text.replaceAll('\0', '')})`
}

export const REASONS = {
  lost: 'The connection was lost.',
  noise: 'Too much arrived that is no FIX message.',
  stuck: 'The broker does not take what is sent.',
  plain: 'A password is sent over TLS only. Turn TLS on, or leave Password From blank.',
  newDay: 'A new day begins.',
  stopped: 'Stopped',
} as const
