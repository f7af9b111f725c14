/** A hostile file and its expected outcome. */
export interface Refused {
  readonly status: 413 | 415 | 422
  readonly code: string
  /** Words of the sentence. */
  readonly says: string
}
/** A file that is odd and yet read: what its reading must hold. */
export interface ReadAnyway {
  readonly status: 200
  readonly holds: Readonly<Record<string, unknown>>
}
export type Outcome = Refused | ReadAnyway

export interface HostileFile {
  readonly name: string
  /** Made when it is asked for: some take a second and 100 MB. */
  readonly make: () => Uint8Array
  /** As a file of trades; left out where the format is none of that reader's. */
  readonly trades?: Outcome
  readonly statement?: Outcome
}

export const refused = (status: Refused['status'], code: string, says: string): Refused => ({
  status,
  code,
  says,
})
export const read = (holds: ReadAnyway['holds']): ReadAnyway => ({ status: 200, holds })

export const unreadable = (says: string) => refused(422, 'file.unreadable', says)
export const tooMany = (says: string) => refused(422, 'file.too-many', says)
export const tooLarge = (says: string) => refused(413, 'file.too-large', says)

/** Both readers say the same. */
export const both = (outcome: Outcome) => ({ trades: outcome, statement: outcome })
/** No file of trades and no statement: each reader has a sentence of its own. */
export const noSuchKind = {
  trades: refused(415, 'file.kind', 'This is not an .xlsx or .csv file'),
  statement: refused(415, 'statement.kind', ''),
}
/** Another program's file: the trade reader names the program. */
export const otherKind = (found: string) => ({
  trades: refused(415, 'file.other-kind', found),
  statement: refused(415, 'file.other-kind', found),
})
