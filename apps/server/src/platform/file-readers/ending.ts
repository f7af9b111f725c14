import { Refusal } from '../refusal.ts'

const ENDINGS = /\.(xlsx|csv)$/i

/** @throws Refusal `file.kind` (415) for a name with another ending than .xlsx or .csv, whatever is in the file. A name may be absent or have no ending. */
export function refuseOtherEnding(fileName: string): void {
  if (/\.[^.]+$/.test(fileName) && !ENDINGS.test(fileName)) throw new Refusal('file.kind')
}
