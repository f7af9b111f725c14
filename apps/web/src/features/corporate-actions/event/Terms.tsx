import type { CorporateActionDetail } from '@em/contract/books/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { type NamedField, REMARKS_FIELD, termFieldsOf } from '@em/contract/corporate-actions/typed-form'
import type { ReactNode } from 'react'
import { formatNumber, groupNumeral, numeralOf } from '../../../lib/numerals.ts'
import { SecurityLink } from '../../../places/SecurityLink.tsx'
import { FactPairs } from '../../../ui/Facts.tsx'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import css from './Event.module.css'

type Fact = readonly [label: string, value: ReactNode]

/** What the event is: security, portfolio, figures. */
export function Figures({ action }: { action: CorporateActionDetail }) {
  const { brings, allots } = KINDS[action.kind]
  const { shares, money } = brings
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
    ...(hasEntitlements && allots !== undefined
      ? ([
          [allots.gross, <Amount key="gross" value={action.gross} unit="LKR" />],
          ['Refund Outstanding', <Amount key="outstanding" value={action.outstanding} unit="LKR" />],
        ] satisfies Fact[])
      : []),
    ...(hasEntitlements && money && allots === undefined
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
  const facts = [...termFieldsOf(action.kind), REMARKS_FIELD].flatMap((field): Fact[] => {
    const value = action.form[field.name]
    if (value === undefined || value === null || value === '' || value === false) return []
    return [[field.label, shown(field, value)]]
  })
  return <FactPairs className={css.facts} facts={facts} />
}

function shown(field: NamedField, value: unknown): ReactNode {
  const text = String(value)
  if (field.type === 'flag') return 'Yes'
  if (field.type === 'date') return <DateText value={text} />
  if (field.type === 'money') return <Amount value={text} />
  if (field.type === 'price') return <Price value={text} />
  if (field.type === 'shares' || field.type === 'part') return <Quantity value={text} />
  if (field.type === 'percent') return `${numeral(text)}%`
  if (field.type === 'rate')
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
