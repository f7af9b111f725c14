import { type Entity, type LockCheck, periods } from '@em/contract/periods/periods'
import { addDays } from '@em/core/values/dates'
import { Anchor, Text } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { formatDate } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { ErrorState, Skeletons } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { hrefOfPoint } from './checklist.ts'
import css from './Periods.module.css'

/** The checklist of a lock through a day; null asks for none. */
export function useChecklist(entity: Entity, through: string | null) {
  return useRoute(
    periods.checks,
    { params: { id: entity.id }, query: { through: through ?? '' } },
    { enabled: through !== null, keepPrevious: true },
  )
}

interface ChecklistProps {
  query: ReturnType<typeof useChecklist>
  entity: Entity
  through: string
  /** Before a link opens another screen. */
  onLeave: () => void
}

/** Each point before the books are locked, the open ones first: clear, or open with how many, and a link to the screen that shows them. */
export function Checklist({ query, entity, through, onLeave }: ChecklistProps) {
  const entities = useRoute(periods.list)
  const general = entities.data?.find((one) => one.is_general)?.id ?? null
  if (query.data === undefined) {
    const failure = loadFailure(query, 'Failed to load the checklist')
    return failure === null ? <Skeletons rows={8} /> : <ErrorState {...failure} />
  }
  // Open points come first: the list is longer than the window.
  const open = query.data.filter(({ state }) => state === 'open')
  const points = [...open, ...query.data.filter(({ state }) => state !== 'open')]
  return (
    <div aria-busy={query.isPlaceholderData}>
      <Text size="sm" mb="xs">
        <b>Before locking</b>:{' '}
        {open.length === 0
          ? 'every point is clear'
          : `${open.length} of ${points.length} points ${open.length === 1 ? 'is' : 'are'} open`}
      </Text>
      <ul className={css.checks} aria-label="Before locking">
        {points.map((check) => (
          <li key={check.what} data-state={check.state}>
            {check.state === 'clear' ? (
              <IconCircleCheck size={18} aria-hidden />
            ) : (
              <IconAlertTriangle size={18} aria-hidden />
            )}
            <span className={css.pointTitle}>{check.title}</span>
            <span className={css.pointState}>
              <Status tone={check.state === 'clear' ? 'good' : 'warn'}>{stateText(check)}</Status>
            </span>
            <Anchor
              size="sm"
              href={hrefOfPoint(check.what, { entity, through, general })}
              aria-label={`Show ${check.title}`}
              onClick={onLeave}
            >
              Show
            </Anchor>
            {(check.state === 'open' || check.what === 'valuation') && (
              <span className={css.pointText}>{check.message}</span>
            )}
          </li>
        ))}
      </ul>
      <Text size="sm" mt="sm">
        No entry for {entity.name} can be dated on or before {formatDate(through)}; the first open day is{' '}
        {formatDate(addDays(through, 1))}.
      </Text>
    </div>
  )
}

/** "Clear", "3 open", "Not valued: 3", or the amount alone. */
export function stateText({
  what,
  state,
  count,
  amount,
}: Pick<LockCheck, 'what' | 'state' | 'count' | 'amount'>) {
  if (state === 'clear') return 'Clear'
  if (what === 'unpriced' || what === 'valuation') return `${(count ?? 0).toLocaleString('en-LK')} not valued`
  if (count !== null) return `${count.toLocaleString('en-LK')} open`
  return amount === null ? 'Open' : `LKR ${formatNumber(amount, { decimals: 2 })}`
}
