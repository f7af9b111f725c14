import { countOf } from './figures.tsx'
import css from './Market.module.css'

interface Counts {
  readonly advanced: number
  readonly declined: number
  readonly unchanged: number
  readonly notCompared: number
}

/** How many securities rose and fell, as a bar and in figures. */
export function Breadth({ advanced, declined, unchanged, notCompared }: Counts) {
  const parts = [
    { name: 'Advanced', count: advanced, tone: 'up' },
    { name: 'Unchanged', count: unchanged, tone: 'same' },
    { name: 'Declined', count: declined, tone: 'down' },
  ]
  return (
    <div className={css.breadth}>
      <div className={css.bar} aria-hidden="true">
        {parts.map(
          ({ name, count, tone }) =>
            count > 0 && <span key={name} data-tone={tone} style={{ flexGrow: count }} />,
        )}
      </div>
      <dl className={css.counts}>
        {parts.map(({ name, count, tone }) => (
          <div key={name} data-tone={tone}>
            <dt>{name}</dt>
            <dd className="em-number">{countOf(count)}</dd>
          </div>
        ))}
      </dl>
      {notCompared > 0 && (
        <p className={css.quiet}>
          {countOf(notCompared)} without a previous close {notCompared === 1 ? 'is' : 'are'} not counted.
        </p>
      )}
    </div>
  )
}
