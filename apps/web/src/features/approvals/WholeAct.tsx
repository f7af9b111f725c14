import type { ApprovalRequest } from '@em/contract/approvals/approvals'
import { DebitCredit, DebitCreditHead } from '../../ui/DebitCredit.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'

const rupees = (text: string) => <Amount value={Number(text)} unit="LKR" />

/** The sums of an act whose trades and ledger lines are too many to be listed. */
export function WholeAct({ computed: { facts } }: { computed: ApprovalRequest['submitted'] }) {
  const { whole } = facts
  if (whole === undefined) return null
  const { trades, lines, accounts } = whole
  const label = `All ${lines.count.toLocaleString('en-LK')} ledger lines by account`
  return (
    <>
      {trades.count > 0 && (
        <Section title="All trades">
          <Facts
            facts={[
              { label: 'Trades', value: <Quantity value={trades.count} /> },
              { label: 'Gross', value: rupees(trades.gross) },
              { label: 'Fees', value: rupees(trades.fees) },
              { label: 'Net', value: rupees(trades.net) },
              ...(trades.cost_out === null ? [] : [{ label: 'Cost Out', value: rupees(trades.cost_out) }]),
              ...(trades.capital_gain === null
                ? []
                : [
                    {
                      label: 'Gain',
                      value: <Amount value={Number(trades.capital_gain)} unit="LKR" signed />,
                    },
                  ]),
            ]}
          />
        </Section>
      )}
      {accounts.length > 0 && (
        <Section title={label}>
          <SmallTable label={label} tall>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <DebitCreditHead />
              </tr>
            </thead>
            <tbody>
              {accounts.map((one) => (
                <tr key={one.account_code}>
                  <td data-wrap>
                    {one.account_code} {one.account_name}
                  </td>
                  <DebitCredit debit={Number(one.debit)} credit={Number(one.credit)} />
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Section>
      )}
    </>
  )
}
