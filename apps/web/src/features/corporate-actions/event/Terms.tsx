import type { CorporateActionDetail } from '@em/contract/books/corporate-actions'
import type { ReactNode } from 'react'
import { formatNumber, groupNumeral, numeralOf } from '../../../lib/numerals.ts'
import { SecurityLink } from '../../../places/SecurityLink.tsx'
import { FactPairs } from '../../../ui/Facts.tsx'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { type ActionField, REMARKS, termsOf } from '../form/fields.ts'
import { BRINGS, isAllotted } from '../form/kinds.ts'
import css from './Event.module.css'

type Fact = readonly [label: string, value: ReactNode]

/** What the event is: security, portfolio, figures. */
export function Figures({ action }: { action: CorporateActionDetail }) {
  const { shares, money } = BRINGS[action.kind]
  const hasEntitlements = action.state !== 'draft'
  const facts: Fact[] = [
    [
      'Security',
      action.securityCode === null ? (
        action.securityName
      ) : (
        <span key="security">
          <SecurityLink symbol={action.securityCode} /> {action.securityName}
        </span>
      ),
    ],
    ['Portfolio', action.portfolioName ?? 'All holders'],
    ...(hasEntitlements
      ? ([['Shares Held', <Quantity key="held" value={action.shares_held} />]] satisfies Fact[])
      : []),
    ...(hasEntitlements && shares
      ? ([['Entitled Shares', <Quantity key="shares" value={action.entitled_shares} />]] satisfies Fact[])
      : []),
    ...(hasEntitlements && isAllotted(action.kind)
      ? ([
          [
            action.kind === 'rights' ? 'Cost of All Rights' : 'Amount Paid',
            <Amount key="gross" value={action.gross} unit="LKR" />,
          ],
          ['Refund Outstanding', <Amount key="outstanding" value={action.outstanding} unit="LKR" />],
        ] satisfies Fact[])
      : []),
    ...(hasEntitlements && money && !isAllotted(action.kind)
      ? ([
          ['Gross', <Amount key="gross" value={action.gross} unit="LKR" />],
          ['Tax', <Amount key="tax" value={action.tax} unit="LKR" />],
          ['Net', <Amount key="net" value={action.net} unit="LKR" />],
          ['Outstanding', <Amount key="outstanding" value={action.outstanding} unit="LKR" />],
        ] satisfies Fact[])
      : []),
  ]
  return <FactPairs className={css.facts} facts={facts} />
}

/** The terms as they were entered, without what is blank. */
export function Terms({ action }: { action: CorporateActionDetail }) {
  const facts = [...termsOf(action.kind), REMARKS].flatMap((field): Fact[] => {
    const value = action.form[field.name]
    if (value === undefined || value === null || value === '' || value === false) return []
    return [[field.label, shown(field, value)]]
  })
  return <FactPairs className={css.facts} facts={facts} />
}

function shown(field: ActionField, value: unknown): ReactNode {
  const text = String(value)
  if (field.kind === 'flag') return 'Yes'
  if (field.kind === 'date') return <DateText value={text} />
  if (field.kind === 'money') return <Amount value={text} />
  if (field.kind === 'price') return <Price value={text} />
  if (field.kind === 'shares' || field.kind === 'part') return <Quantity value={text} />
  if (field.kind === 'percent') return `${numeral(text)}%`
  if (field.kind === 'rate')
    return formatNumber(text, { decimals: Math.max(2, text.split('.')[1]?.length ?? 0) })
  return text
}

const numeral = (text: string) => (numeralOf(text) === null ? text : groupNumeral(text))

/** Of a rights issue: what a share and a right are worth by arithmetic. */
export function Theoretical({ action }: { action: CorporateActionDetail }) {
  const { theoretical } = action
  if (theoretical === null) return null
  return (
    <FactPairs
      className={css.facts}
      facts={[
        ['Rights Symbol', theoretical.rightsSymbol],
        ['Cum Price', <Price key="cum" value={theoretical.cumPrice} />],
        ['Theoretical Ex-rights Price', <Price key="terp" value={theoretical.terp} />],
        ['Value of a Right', <Price key="right" value={theoretical.rightValue} />],
      ]}
    />
  )
}
