import { brokerNames } from '@em/contract/brokers/broker-names'
import { brokers } from '@em/contract/brokers/brokers'
import { brokerKey, brokerMeant, fitOf } from '@em/core/trades/broker-names'
import { useMemo } from 'react'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'

export interface BrokersMeant {
  /** The registered name of the broker that a typed name means; null where it means none, or several. */
  meant(typed: string): string | null
  /** The names of active brokers that are near to it. */
  near(typed: string): readonly string[]
}

const NEAR_MOST = 3

/** Whom typed names of brokers mean, among the registered brokers and their adopted names; null until these are known. */
export function useBrokersMeant(enabled = true): BrokersMeant | null {
  const may = useMay()
  const list = useRoute(brokers.routes.list, {}, { enabled: enabled && may(brokers.routes.list) })
  const adopted = useRoute(brokerNames.adopted, {}, { enabled: enabled && may(brokerNames.adopted) })
  return useMemo(() => {
    if (list.data === undefined || adopted.data === undefined) return null
    const namesOf = Map.groupBy(adopted.data, ({ broker }) => broker.id)
    const all = list.data.map(({ id, name, code, isActive }) => ({
      name: String(name),
      code: code == null ? null : String(code),
      isActive: isActive === true,
      names: (namesOf.get(Number(id)) ?? []).map((one) => one.name),
    }))
    const known = new Map<string, string | null>()
    return {
      meant: (typed) => {
        const key = brokerKey(typed)
        let name = known.get(typed)
        if (name === undefined) {
          name = key === '' ? null : (brokerMeant(typed, all)?.name ?? null)
          known.set(typed, name)
        }
        return name
      },
      near: (typed) =>
        all
          .filter((broker) => broker.isActive && fitOf(typed, broker) !== null)
          .slice(0, NEAR_MOST)
          .map(({ name }) => name),
    }
  }, [list.data, adopted.data])
}
