import type { ApprovalRequest } from '@em/contract/approvals/approvals'
import { SmallTable } from '../../ui/SmallTable.tsx'
import css from './Approvals.module.css'

const FIELDS_MOST = 60

/** "settlementAccount" as people read it: "Settlement account". */
function wordsOf(key: string): string {
  const text = key
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.every((one) => typeof one !== 'object') ? value.join(', ') : `${value.length} rows`
  }
  return String(value)
}

/** The fields of what was sent, one below the other; those of an inner record after their own name. */
function fieldsOf(value: unknown, before = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    if (inner === null || inner === '') return []
    const name = before === '' ? wordsOf(key) : `${before}, ${wordsOf(key).toLowerCase()}`
    if (typeof inner === 'object' && !Array.isArray(inner)) return fieldsOf(inner, name)
    return [[name, textOf(inner)]]
  })
}

/** The submitted fields, one by one; folded where the parts above show them already. */
export function SentPart({ sent, isAlone }: { sent: ApprovalRequest['sent']; isAlone: boolean }) {
  const fields = [...fieldsOf(sent.params), ...fieldsOf(sent.query), ...fieldsOf(sent.body)]
  if (fields.length === 0) return null
  return (
    <details className={css.sent} open={isAlone}>
      <summary>What was sent</summary>
      <SmallTable label="What was sent" tall>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {fields.slice(0, FIELDS_MOST).map(([name, value], index) => (
            <tr key={index}>
              <td>{name}</td>
              <td className={css.said}>{value}</td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </details>
  )
}
