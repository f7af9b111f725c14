/** Exports as a browser makes them: the job, then its file. */

import type { ExportFile } from '@em/contract/exports/exports'
import { type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import { readXlsx } from 'hucre/xlsx'
import type { Answer, Api } from './api.ts'
import type { Refused } from './books.ts'

export type Made = ExportFile & Refused

/** Asks for a file of ledger lines. */
export const exportLedger = (api: Api, body: object = {}, token = api.token): Promise<Answer<Made>> =>
  api.call<Made>(ledger.export, { body, token })

/** Downloads a file. */
export async function download(api: Api, id: number, token: string | null = api.token) {
  const answer = await api.app.inject({
    url: `/api/exports/${id}/file`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** Makes a file and downloads it. */
export async function exported(api: Api, body: object = {}, token = api.token) {
  const made = await exportLedger(api, body, token)
  if (made.status !== 201) throw new Error(`the export answered ${made.status}: ${JSON.stringify(made.body)}`)
  const file = await download(api, made.body.id, token)
  if (file.status !== 200) throw new Error(`the download answered ${file.status}: ${file.bytes.toString()}`)
  return { made: made.body, ...file }
}

/** The rows of an exported workbook, the header first. */
export async function sheetOf(bytes: Buffer) {
  const [sheet] = (await readXlsx(new Uint8Array(bytes))).sheets
  if (sheet === undefined) throw new Error('the workbook has no sheet')
  return sheet
}

/** The cells of a line of a workbook that are of its account: code, debit, credit, balance, entry. */
export const accountCells = (row: readonly unknown[]) => [row[2], row[5] ?? 0, row[6] ?? 0, row[7], row[12]]
export const accountCellsOf = (line: LedgerEntry) => [
  line.account_code,
  line.debit,
  line.credit,
  line.balance,
  line.entry_id,
]
