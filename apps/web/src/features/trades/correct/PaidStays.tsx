import { Amount } from '../../../ui/Numbers.tsx'
import type { Trade } from './trade.ts'

interface PaidStaysProps {
  trade: Pick<Trade['trade'], 'side' | 'paid'>
  /** The net value of the corrected trade, in rupees; 0 where it is deleted. */
  net: number
}

/**
 * Says what stays open of a paid trade after a correction or deletion; shows nothing where nothing was paid.
 */
export function PaidStays({ trade: { side, paid }, net }: PaidStaysProps) {
  if (paid === 0) return null
  const rest = Math.round((net - paid) * 100) / 100
  const isPaying = (side === 'buy') === rest > 0
  return (
    <>
      <Amount value={Math.abs(paid)} unit="LKR" /> was {side === 'buy' ? 'paid' : 'received'} and stays{' '}
      {side === 'buy' ? 'paid' : 'received'}
      {rest === 0 && '.'}
      {rest !== 0 &&
        net === 0 &&
        (side === 'buy' ? '; the broker is to repay it.' : '; it is to be paid back to the broker.')}
      {rest !== 0 && net !== 0 && (
        <>
          ; <Amount value={Math.abs(rest)} unit="LKR" /> {isPaying ? 'is to be paid.' : 'is to be received.'}
        </>
      )}
    </>
  )
}
