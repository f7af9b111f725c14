/** Messages as they come from the reader process: shares and cents are numbers, which they all fit into. */
import type { CustodianFile, CustodianMessage, MessageLine } from '@em/core/custodian/message'

type Plain<T> = T extends bigint ? number : T
type PlainLine<L> = L extends unknown ? { readonly [K in keyof L]: Plain<L[K]> } : never
export type LineJson = PlainLine<MessageLine>
export interface MessageJson extends Omit<CustodianMessage, 'lines'> {
  readonly lines: readonly LineJson[]
}
export interface FileJson extends Pick<CustodianFile, 'leftOut'> {
  readonly messages: readonly MessageJson[]
}

export const fileJson = ({ messages, leftOut }: Pick<CustodianFile, 'messages' | 'leftOut'>): FileJson => ({
  leftOut,
  messages: messages.map((message) => ({ ...message, lines: message.lines.map(plainLine) })),
})

const plainLine = (line: MessageLine): LineJson =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  ) as unknown as LineJson
