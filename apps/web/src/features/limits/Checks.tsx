import type { LimitCheck } from '@em/contract/limits/limits'
import { Quantity } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import css from './Limits.module.css'
import { EFFECT_WORDS } from './limit-texts.ts'
import { Measured, StateMark } from './Measured.tsx'

const BY_ASKS: Readonly<Record<LimitCheck['asks'], number>> = { refusal: 0, reason: 1, nothing: 2 }
const BY_EFFECT: Readonly<Record<LimitCheck['turn'], number>> = { worse: 0, better: 1, equal: 2 }
/** Orders checks: those that hold an order back first, those that do not affect it last. */
const strictest = (one: LimitCheck, other: LimitCheck) =>
  BY_ASKS[one.asks] - BY_ASKS[other.asks] || BY_EFFECT[one.turn] - BY_EFFECT[other.turn]

/** Too narrow for a table of figures. */
export const PHONE = '(max-width: 36em)'

/** Limits that acts touch: what each measures before and after them, and with what waits. */
export function Checks({ checks }: { checks: readonly LimitCheck[] }) {
  const isPhone = useMedia(PHONE)
  if (checks.length === 0) return <p className={css.quiet}>No limit is about this.</p>
  if (isPhone) return <CheckList checks={checks.toSorted(strictest)} />
  return (
    <SmallTable label="Limits that this touches">
      <thead>
        <tr>
          <th>Limit</th>
          <th data-optional>Of</th>
          <th data-optional>Portfolio</th>
          <th>State</th>
          <th data-right data-optional>
            Before
          </th>
          <th data-right>After</th>
          <th data-right data-optional>
            Bound
          </th>
          <th data-right data-optional>
            With What Waits
          </th>
          <th data-optional>Turn</th>
          <th data-right data-optional>
            Headroom (shares)
          </th>
        </tr>
      </thead>
      <tbody>
        {checks.toSorted(strictest).map((check) => (
          <tr key={`${check.limit.code} ${check.scope.id} ${check.subject.id}`} title={check.text}>
            <td data-wrap>
              {check.limit.name}
              <span className={css.below}>{check.subject.label}</span>
            </td>
            <td data-optional data-wrap>
              {check.subject.label}
            </td>
            <td data-optional data-wrap>
              {check.scope.label}
            </td>
            <td>
              <StateMark state={check.state} />
            </td>
            <td data-right data-optional>
              <Measured value={check.before.value} unit={check.unit} />
            </td>
            <td data-right>
              <Measured value={check.after.value} unit={check.unit} />
              {check.bound !== null && (
                <span className={css.below}>
                  of <Measured value={check.bound} unit={check.unit} />
                </span>
              )}
            </td>
            <td data-right data-optional>
              <Measured value={check.bound} unit={check.unit} />
            </td>
            <td data-right data-optional>
              <Measured value={check.waiting.value} unit={check.unit} />
            </td>
            <td data-optional>{EFFECT_WORDS[check.turn]}</td>
            <td data-right data-optional>
              <Quantity value={check.headroom.quantity} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

/** The same on a phone: of each limit its state, and what is measured against its bound in a sentence. */
function CheckList({ checks }: { checks: readonly LimitCheck[] }) {
  return (
    <ul className={css.checks} aria-label="Limits that this touches">
      {checks.map((check) => (
        <li key={`${check.limit.code} ${check.scope.id} ${check.subject.id}`}>
          <div className={css.checked}>
            <strong>{check.limit.name}</strong>
            <StateMark state={check.state} />
          </div>
          <div>{check.text}</div>
          <div className={css.quiet}>
            {[check.scope.label, EFFECT_WORDS[check.turn]].filter((one) => one !== '').join(', ')}
          </div>
        </li>
      ))}
    </ul>
  )
}
