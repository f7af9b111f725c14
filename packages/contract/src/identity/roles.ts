/**
 * The roles that every installation has. Only this file has their rights, the database keeps only their
 * names: a right that is new with a version belongs to them from its first start on. The database has own
 * roles.
 */
import { RIGHTS, type Right } from './rights.ts'

interface BuiltInRole {
  readonly name: string
  /** For whom it is, in a sentence. */
  readonly description: string
  readonly rights: readonly Right[]
}

/** What lets a person into the administration of people, and shows what they did besides the books. */
const OF_ADMINISTRATION: readonly Right[] = [
  'audit.read-people',
  'users.read',
  'users.manage',
  'roles.manage',
]

/** In addition to administration: the rights of a second person, and rights that affect all users. */
const NOT_OF_MEMBERS: readonly Right[] = [
  'orders.approve',
  'limits.change',
  'limits.override',
  'approvals.decide',
  'approvals.rules',
]

/** The reason of a restriction may be inside information: it is for who decides on it. */
const NEED_TO_KNOW: readonly Right[] = ['restrictions.read-reasons']

const all: readonly Right[] = RIGHTS.map(({ name }) => name)
const ofAdministration = (name: Right) => OF_ADMINISTRATION.includes(name)
/** Every read of books, registers and reports; a check of the books reads all of them. */
const everyReadAndCheck = RIGHTS.filter(
  ({ changes, name }) => !changes && !ofAdministration(name) && !NEED_TO_KNOW.includes(name),
).map(({ name }) => name)
const everyRead = everyReadAndCheck.filter((name) => name !== 'books.verify' && name !== 'books.export')
const everyReadOfBooks = everyRead.filter((name) => name !== 'audit.read')

/** The rights in the order in which they are shown. */
const ordered = (...some: readonly Right[]) => all.filter((name) => some.includes(name))

/** Who has it may do everything; the last active one stays. */
export const ADMINISTRATOR = 'Administrator'
/** The role of a new user. */
export const MEMBER = 'Member'

export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  { name: ADMINISTRATOR, description: 'May do everything, also with users and roles.', rights: all },
  {
    name: 'Accountant',
    description: 'Keeps the books: settlements, journal entries, reconciliations, periods and registers.',
    rights: ordered(
      ...everyReadAndCheck,
      'approvals.decide',
      'openings.record',
      'actions.record',
      'prices.record',
      'valuations.run',
      'settlements.confirm',
      'payments.export',
      'journal.draft',
      'journal.post',
      'suspense.clear',
      'files.attach',
      'mappings.change',
      'accounts.change',
      'entities.change',
      'periods.lock',
      'years.close',
      'reconciliations.work',
      'reconciliations.sign-off',
      'registers.change',
    ),
  },
  {
    name: 'Dealer',
    description: 'Records, imports and corrects trades.',
    rights: ordered(...everyReadOfBooks, 'trades.record', 'trades.correct', 'imports.run', 'orders.propose'),
  },
  {
    name: 'Approver',
    description: 'Confirms what others prepared: settlements, payments, entries, sign-offs and locks.',
    rights: ordered(
      ...everyRead,
      'orders.approve',
      'limits.override',
      'restrictions.read-reasons',
      'approvals.decide',
      'settlements.confirm',
      'payments.export',
      'journal.post',
      'reconciliations.work',
      'reconciliations.sign-off',
      'periods.lock',
    ),
  },
  {
    name: 'Portfolio Manager',
    description: 'Runs portfolios: sees everything of them, records trades and changes portfolios.',
    rights: ordered(
      ...everyReadOfBooks,
      'trades.record',
      'orders.propose',
      'orders.approve',
      'actions.record',
      'prices.record',
      'valuations.run',
      'portfolios.change',
    ),
  },
  {
    name: 'Auditor',
    description: 'Reads the books, registers and reports, and changes nothing.',
    rights: everyReadAndCheck,
  },
  {
    name: MEMBER,
    description:
      'May do everything but approve, change limits and approval rules, and manage users and roles.',
    rights: all.filter(
      (name) => !ofAdministration(name) && !NOT_OF_MEMBERS.includes(name) && !NEED_TO_KNOW.includes(name),
    ),
  },
]

const rightsByRole: ReadonlyMap<string, readonly Right[]> = new Map(
  BUILT_IN_ROLES.map(({ name, rights }) => [name, rights]),
)

/** The rights of a built-in role; undefined for any other. */
export const rightsOfBuiltIn = (name: string): readonly Right[] | undefined => rightsByRole.get(name)
