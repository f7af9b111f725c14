/** Files of custodians as they are listed, and the file itself. */
import type { CustodianMessage } from '@em/contract/custodian/custodian'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

export const nameOf = (id: string) =>
  `coalesce((SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${id}), '')`
const COLUMNS = `f.id, f.kind, f.file_name, encode(f.sha256, 'hex') AS sha256!, ${nameOf('f.recorded_by')} AS uploaded_by!,
  f.recorded_at AS uploaded_at, f.lines AS line_count, f.left_out,
  ARRAY(SELECT DISTINCT m.type FROM custodian_messages m WHERE m.file_id = f.id ORDER BY 1) AS types!,
  ARRAY(SELECT DISTINCT a.account FROM custodian_messages m JOIN safekeeping_accounts a ON a.id = m.account_id
         WHERE m.file_id = f.id ORDER BY 1) AS accounts!,
  ARRAY(SELECT DISTINCT a.custodian FROM custodian_messages m JOIN safekeeping_accounts a ON a.id = m.account_id
         WHERE m.file_id = f.id ORDER BY 1) AS custodians!,
  (SELECT count(*) FROM custodian_messages m WHERE m.file_id = f.id) AS messages!,
  (SELECT count(*) FROM custodian_lines l WHERE l.file_id = f.id AND l.fault IS NOT NULL) AS faulty!,
  (SELECT count(*) FROM standing_acceptances() c WHERE c.file_id = f.id) AS accepted!,
  least((SELECT min(m.statement_date) FROM custodian_messages m WHERE m.file_id = f.id),
        (SELECT min(l.settled_on) FROM custodian_lines l WHERE l.file_id = f.id)) AS first_date,
  greatest((SELECT max(m.statement_date) FROM custodian_messages m WHERE m.file_id = f.id),
        (SELECT max(l.settled_on) FROM custodian_lines l WHERE l.file_id = f.id)) AS last_date`
const LIST = statement(
  'custodian.files',
  `SELECT ${COLUMNS} FROM custodian_files f ORDER BY f.id DESC LIMIT :most`,
)
const COUNT = statement('custodian.count-files', 'SELECT count(*) AS total FROM custodian_files')
const ONE = statement('custodian.file', `SELECT ${COLUMNS} FROM custodian_files f WHERE f.id = :id`)
const BYTES = statement('custodian.content', 'SELECT file_name, content FROM custodian_files WHERE id = :id')

const LIST_MAX = 10_000

const asMessage = ({ kind, left_out, ...row }: RowOf<typeof ONE>): CustodianMessage => ({
  ...row,
  kind: kind as CustodianMessage['kind'],
  left_out: left_out as CustodianMessage['left_out'],
})

export async function listFiles(db: Queryable, limit: number | undefined) {
  const rows = await db.query(LIST, { most: limit ?? LIST_MAX })
  const [counted] = await db.query(COUNT)
  return { rows: rows.map(asMessage), total: counted?.total ?? 0 }
}

/** @throws Refusal `record.missing` (404). */
export async function fileById(db: Queryable, id: number): Promise<CustodianMessage> {
  const [found] = await db.query(ONE, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Custodian message ${id}` })
  return asMessage(found)
}

/** @throws Refusal `record.missing` (404). */
export async function contentOf(db: Queryable, id: number) {
  const [found] = await db.query(BYTES, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Custodian message ${id}` })
  return {
    fileName: found.file_name === '' ? `custodian-${id}.txt` : found.file_name,
    mediaType: 'application/octet-stream',
    content: found.content,
  }
}
