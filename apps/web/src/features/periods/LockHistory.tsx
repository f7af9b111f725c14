import { type Entity, periods } from '@em/contract/periods/periods'
import { Button } from '@mantine/core'
import { formatDate } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { DateText } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './Periods.module.css'

/** Who locked and opened an entity's books, when and why. */
export function LockHistory({ entity, onLock }: { entity: Entity; onLock: () => void }) {
  const mayLock = useMay()(periods.lock)
  const locked = entity.locked_through === null ? null : `Locked through ${formatDate(entity.locked_through)}`
  const query = useRoute(periods.locks, { params: { id: entity.id } })
  return (
    <Section
      title={`Lock history of ${entity.name}`}
      card
      actions={
        mayLock ? (
          <Button size="compact-sm" variant="subtle" onClick={onLock}>
            {locked ?? 'Lock a period'}
          </Button>
        ) : (
          locked !== null && <span className={css.after}>{locked}</span>
        )
      }
    >
      <Loaded query={query} failed="Failed to fetch the lock history">
        {(rows) =>
          rows.length === 0 ? (
            <p>The books of {entity.name} were never locked.</p>
          ) : (
            <SmallTable label={`Lock history of ${entity.name}`} tall>
              <thead>
                <tr>
                  <th>When</th>
                  <th>Change</th>
                  <th>By</th>
                  <th>Reason</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <DateText value={row.set_at} time />
                    </td>
                    <td data-wrap>{changeOf(row.was_locked_through, row.locked_through)}</td>
                    <td>{row.set_by}</td>
                    <td data-wrap>
                      {row.reason ?? '–'}
                      {row.open_points !== null && row.open_points.length > 0 && (
                        <details>
                          <summary>
                            Locked with {row.open_points.length} open{' '}
                            {row.open_points.length === 1 ? 'point' : 'points'}
                          </summary>
                          <ul className={css.points}>
                            {row.open_points.map((point) => (
                              <li key={point.what}>
                                {point.title}: {point.message}
                              </li>
                            ))}
                          </ul>
                        </details>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </SmallTable>
          )
        }
      </Loaded>
    </Section>
  )
}

/** A change of the lock, in words. */
export function changeOf(was: string | null, is: string | null): string {
  if (is === null) return `Opened (was locked through ${formatDate(was ?? '')})`
  if (was === null) return `Locked through ${formatDate(is)}`
  return is > was
    ? `Locked through ${formatDate(is)} (was ${formatDate(was)})`
    : `Moved back to ${formatDate(is)} (was ${formatDate(was)})`
}
