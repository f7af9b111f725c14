import { SmallTable } from '../../../ui/SmallTable.tsx'
import css from './Corrections.module.css'
import type { Difference } from './versions.ts'

/** Before and after, fact by fact. */
export function DifferenceTable({ rows, label }: { rows: readonly Difference[]; label: string }) {
  return (
    <SmallTable label={label} tall>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          <th scope="col" data-right>
            Now
          </th>
          <th scope="col" data-right>
            After saving
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <td>{row.label}</td>
            <td data-wrap data-right>
              {row.before === '' ? '\u2013' : row.before}
            </td>
            <td data-wrap data-right>
              <span className={css.strong}>{row.after === '' ? '\u2013' : row.after}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
