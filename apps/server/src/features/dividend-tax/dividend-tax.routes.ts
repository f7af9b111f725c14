import { dividendTaxRates } from '@em/contract/dividend-tax/dividend-tax-rates'
import { type Queryable, statement } from '../../platform/database/database.ts'
import type { Server } from '../../platform/http/serve.ts'
import { refuseField } from '../../platform/refusal.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { applyAnnounced } from '../corporate-actions/apply/apply.commands.ts'

const ENTITY = statement(
  'dividend-tax.entity',
  'SELECT name FROM entities WHERE lower(trim(name)) = lower(trim(:entity)) AND NOT is_general',
)

/** The name of an entity as it was first written. @throws Refusal 422 where no portfolio ever named it. */
async function entityNamed(db: Queryable, entity: string): Promise<string> {
  const [found] = await db.query(ENTITY, { entity })
  if (found === undefined) throw refuseField('dividend-tax.entity-unknown', 'entity', { entity })
  return found.name
}

/** The tax withheld from dividends; what is in the books keeps the rate that it was counted with. */
export function dividendTaxRoutes(server: Server): void {
  const slots: Slots = {
    beforeWrite: async (tx, values) =>
      typeof values['entity'] === 'string'
        ? { ...values, entity: await entityNamed(tx, values['entity']) }
        : values,
    afterWrite: (tx, by) => applyAnnounced(tx, { ...by, today: server.clock.today() }),
    title: ({ entity, effectiveFrom }) =>
      `The rate of ${entity === null ? 'every entity' : String(entity)} from ${String(effectiveFrom)}`,
  }
  registerRoutes(server, dividendTaxRates, slots)
}
