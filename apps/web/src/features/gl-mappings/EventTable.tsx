import type { glMappings, MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import type { Reply } from '@em/contract/kit/route'
import { SmallTable } from '../../ui/SmallTable.tsx'
import css from './Mapping.module.css'
import { accountOf } from './mapping.ts'

type Event = Reply<typeof glMappings.events>[number]

interface EventTableProps {
  events: readonly Event[]
  roles: readonly MappedRole[]
  /** Null: any. */
  portfolioId: string | null
  settlementAccount: number | null
}

/** The events of the books with the accounts that they debit and credit for a portfolio and settlement account; own mappings are highlighted. */
export function EventTable({ events, roles, portfolioId, settlementAccount }: EventTableProps) {
  const side = (names: readonly string[]) =>
    names.map((name) => {
      const role = roles.find((one) => one.role === name)
      if (role === undefined) return null
      const { account_code, account_name, own } = accountOf(role, portfolioId, settlementAccount)
      return (
        <div key={name} {...(own ? { className: css.own } : {})}>
          {account_code} {account_name}
        </div>
      )
    })
  return (
    <SmallTable label="What each event posts">
      <thead>
        <tr>
          <th>Event</th>
          <th data-optional>Posted on</th>
          <th>Debit</th>
          <th>Credit</th>
        </tr>
      </thead>
      <tbody>
        {events.map((one) => (
          <tr key={one.event}>
            <td data-wrap>{one.event}</td>
            <td data-optional>{one.when}</td>
            <td data-wrap>{side(one.debit)}</td>
            <td data-wrap>{side(one.credit)}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
