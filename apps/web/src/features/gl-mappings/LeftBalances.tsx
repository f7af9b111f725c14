import { glMappings, type LeftBalance } from '@em/contract/gl-mappings/gl-mappings'
import { Button } from '@mantine/core'
import { useRoute, useWrite } from '../../lib/query.ts'
import { Balance } from '../../ui/Balance.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'

const keyOf = (one: LeftBalance) =>
  `${one.role} ${one.from_account} ${one.portfolioId ?? ''} ${one.settlement_account_id ?? ''}`

/** Balances left on accounts whose postings were moved away, with a way to move them too; nothing where there are none. */
export function LeftBalances() {
  const query = useRoute(glMappings.left)
  const move = useWrite(glMappings.moveLeft)
  const left = query.data ?? []
  if (left.length === 0) return null
  const take = async (one: LeftBalance) => {
    try {
      await move.mutateAsync({
        body: {
          role: one.role,
          portfolioId: one.portfolioId,
          settlementAccount: one.settlement_account_id,
          from_account_code: one.from_account,
          date: null,
        },
      })
      notify.success(`What ${one.from_account} still held of ${one.label} is on ${one.to_account} now.`)
    } catch (error) {
      notify.error('Failed to move the balance', error)
    }
  }
  return (
    <Banner tone="warning">
      These accounts got entries of earlier days after their balance had moved to another account. Move the
      rest, so that each balance is on one account.
      <SmallTable label="Balances left behind">
        <thead>
          <tr>
            <th>Posting</th>
            <th data-optional>Portfolio</th>
            <th>Still on</th>
            <th data-right>Balance (LKR)</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {left.map((one) => (
            <tr key={keyOf(one)}>
              <td data-wrap>{one.label}</td>
              <td data-optional>{one.portfolioName ?? 'None'}</td>
              <td data-wrap>
                {one.from_account} {one.from_account_name}
              </td>
              <td data-right>
                <Balance value={one.balance} />
              </td>
              <td data-right>
                <IfMay call={glMappings.moveLeft}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={move.isPending}
                    onClick={() => void take(one)}
                  >
                    Move to {one.to_account}
                  </Button>
                </IfMay>
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Banner>
  )
}
