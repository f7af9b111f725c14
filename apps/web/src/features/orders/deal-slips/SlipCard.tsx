import { UnstyledButton } from '@mantine/core'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { SettlementStatus } from '../../../ui/SettlementStatus.tsx'
import { Status } from '../../../ui/Status.tsx'
import css from './DealSlips.module.css'
import type { DealSlip } from './slips.ts'

/** One deal at a glance; opens its slip, or the form that a draft lies in. */
export function SlipCard({ slip, onOpen }: { slip: DealSlip; onOpen: () => void }) {
  const unsaved = slip.id === null
  return (
    <UnstyledButton className={css.card} onClick={onOpen}>
      <span className={css.cardHead}>
        <span className={css.type}>{slip.type}</span>
        <span className={css.deal}>
          {slip.draft === null ? slip.deal : `Not saved yet, ${slip.draft.form[1]}`}
        </span>
        {slip.status === null ? <Status tone="quiet">Draft</Status> : <SettlementStatus word={slip.status} />}
      </span>
      <span className={css.security}>{slip.security}</span>
      <span className={css.quiet}>
        {slip.quantity === null ? 'No quantity yet' : <Quantity value={slip.quantity} />}
        {slip.price !== null && (
          <>
            {' at '}
            <Price value={slip.price} />
          </>
        )}
      </span>
      <span className={css.client}>{slip.client}</span>
      <span className={css.cardFoot}>
        <span className={css.quiet}>
          {slip.date === '' ? 'No date yet' : <DateText value={slip.date} />}
          {slip.broker !== '' && `, ${slip.broker}`}
        </span>
        <span className={css.amount}>{unsaved ? 'Continue' : <Amount value={slip.amount} unit="LKR" />}</span>
      </span>
    </UnstyledButton>
  )
}
