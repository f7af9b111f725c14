import { brokerNames } from '@em/contract/brokers/broker-names'
import { brokers } from '@em/contract/brokers/brokers'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { adoptName, adoptNames, keepFormerName, refuseOthersName, takeNameBack } from './names.commands.ts'
import { adoptedNames, openNames } from './names.queries.ts'

const slots: Slots = {
  uses: [
    {
      one: 'trade',
      many: 'trades',
      count: 'SELECT count(DISTINCT trade_id) FROM trade_versions WHERE broker_id = $1',
    },
    {
      one: 'ledger line',
      many: 'ledger lines',
      count: 'SELECT count(*) FROM journal_lines WHERE broker_id = $1',
    },
    {
      one: 'name that he adopted',
      many: 'names that he adopted',
      count: 'SELECT count(DISTINCT key) FROM broker_names WHERE broker_id = $1',
    },
  ],
  beforeWrite: async (tx, values, before) => {
    const { name } = values
    if (typeof name === 'string' && name !== before?.['name'])
      await refuseOthersName(tx, name, before?.id ?? null)
    return values
  },
  afterSave: async (tx, { record, before, values, recordedBy }) => {
    const of = { brokerId: record.id, recordedBy }
    if (before === null) return adoptNames(tx, namesIn(values['adopts']), of)
    const former = String(before['name'])
    return former === record['name'] ? [] : keepFormerName(tx, { ...of, name: former })
  },
}

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** The register of brokers, and their adopted names. */
export function brokersRoutes(server: Server): void {
  const { database } = server
  registerRoutes(server, brokers, slots)
  serve(server, brokerNames.open, () => openNames(database))
  serve(server, brokerNames.adopted, () => adoptedNames(database))
  serveWrite(server, brokerNames.adopt, (tx, { params, body, user }) =>
    adoptName(tx, { brokerId: params.id, name: body.name, recordedBy: user.id }),
  )
  serveWrite(server, brokerNames.takeBack, (tx, { params, body, user }) =>
    takeNameBack(tx, { brokerId: params.id, name: body.name, recordedBy: user.id }),
  )
}
