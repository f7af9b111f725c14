/** Every mutation, by subject. */
import { custodian } from './custodian.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { figures } from './figures.ts'
import { ledger } from './ledger.ts'
import { limits } from './limits.ts'
import { money } from './money.ts'
import type { Mutation } from './mutation.ts'
import { outside } from './outside.ts'
import { races } from './races.ts'
import { rights } from './rights.ts'

export const MUTATIONS: readonly Mutation[] = [
  ...money,
  ...ledger,
  ...rights,
  ...events,
  ...figures,
  ...documents,
  ...outside,
  ...custodian,
  ...races,
  ...limits,
]
