/** Registers say what their acts say: a record is what the last act that changed it left (decision 050). */
import { columnOf, type Field, type Register } from '@em/contract/kit/register'
import { registers } from '@em/contract/kit/registers'
import { sqlList } from '../platform/database/sql-list.ts'
import type { Question } from './question.ts'

const NUMBERS: readonly Field['kind'][] = ['percent', 'money', 'integer']

/** A field as a row: its name, what is stored, and what the act left; null where the act did not know the field. */
function fieldRow(field: Field): string {
  const [stored, left] = [`r.${columnOf(field)}`, `v.after ->> '${field.name}'`]
  const both = NUMBERS.includes(field.kind)
    ? `trim_scale(${stored}::numeric)::text, trim_scale((${left})::numeric)::text`
    : `${stored}::text, ${left}`
  return `('${field.name}', ${both}, v.after ? '${field.name}')`
}

/** Fields that are columns with the value that is answered: not those that another table or the symbol says. */
const columnsOf = ({ fields }: Register) =>
  fields.filter(
    ({ computed, derived, refersTo, list }) => !computed && !derived && !list && refersTo === undefined,
  )

const wrongIn = (register: Register) => `
    SELECT '${register.singular} ' || r.id AS place, f.what, f.stored, f.expected
      FROM ${register.table} r
      JOIN LATERAL (SELECT a.after FROM audit a
                     WHERE a.entity = '${register.word}' AND a.entity_id = r.id::text
                       AND a.action IN ('${register.word}.create', '${register.word}.update')
                     ORDER BY a.id DESC LIMIT 1) v ON true
     CROSS JOIN LATERAL (VALUES ${columnsOf(register).map(fieldRow).join(', ')}) AS f (what, stored, expected, known)
     WHERE $1::bigint IS NULL AND f.known AND f.stored IS DISTINCT FROM f.expected`

const recordsAsLeft: Question = {
  name: 'changes of registers',
  counted: `SELECT count(*) AS count FROM audit WHERE $1::bigint IS NULL AND entity IN ${sqlList(registers.map(({ word }) => word))}`,
  wrong: registers.map(wrongIn).join(' UNION ALL '),
}

export const REGISTER_QUESTIONS: readonly Question[] = [recordsAsLeft]
