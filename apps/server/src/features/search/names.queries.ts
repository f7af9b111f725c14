/** Finds what has a name: securities, portfolios, accounts and people, documents, corporate actions and announcements. */
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'

/** Names of registers are few: each is looked at, and the nearest of each kind are returned. */
const NAMES = statement(
  'search.names',
  `WITH names AS (
     SELECT 'security' AS kind, e.symbol AS id, e.symbol AS code, e.name AS title, e.isin AS other,
            (SELECT string_agg(s.symbol, ' ') FROM equity_symbols s WHERE s.equity_id = e.id) AS former, e.sector AS detail, e.is_active
       FROM equities e WHERE :securities::bool
     UNION ALL
     SELECT 'portfolio', p.portfolio_id, p.portfolio_id, p.portfolio_name, p.entity, p.fund_manager, p.portfolio_type, p.status = 'Active'
       FROM portfolios p WHERE :portfolios::bool
     UNION ALL
     SELECT 'account', a.account_code, a.account_code, a.account_name, NULL, NULL, a.account_type, a.active_status = 'Yes'
       FROM chart_of_accounts a WHERE :accounts::bool
     UNION ALL
     SELECT 'settlementAccount', s.id::text, s.account_number, s.account_name, s.bank_name, s.branch_name, s.bank_name, true
       FROM settlement_accounts s WHERE :settlements::bool
     UNION ALL
     SELECT 'person', u.id::text, u.email, trim(u.first_name || ' ' || u.last_name), NULL, NULL, u.email, u.is_active
       FROM users u WHERE :people::bool)
   SELECT kind, id, code, title, other, former, detail, is_active
     FROM (SELECT n.*, row_number() OVER (PARTITION BY n.kind ORDER BY
                    CASE WHEN :typed::text IN (lower(n.code), lower(n.title)) THEN 0
                         WHEN starts_with(lower(n.code), :typed::text) OR starts_with(lower(n.title), :typed::text) THEN 1
                         WHEN strpos(lower(n.title), ' ' || :typed::text) > 0 THEN 2 ELSE 3 END,
                    NOT n.is_active, length(n.title), n.id) AS rank
             FROM names n WHERE lower(concat_ws(' ', n.code, n.title, n.other, n.former)) LIKE ALL (:parts::text[])) found
    WHERE rank <= :most::int`,
)
export type NamedRow = RowOf<typeof NAMES>

/** Which kinds a user may find. */
export interface MayName {
  readonly securities: boolean
  readonly portfolios: boolean
  readonly accounts: boolean
  readonly settlements: boolean
  readonly people: boolean
}

/**
 * Of each kind those whose names hold all `parts` (patterns of LIKE, in lower case; none: every one), nearest to what was
 * typed first, `most` of each kind.
 */
export const namesLike = (
  db: Queryable,
  asked: { readonly typed: string; readonly parts: readonly string[]; readonly most: number },
  may: MayName,
): Promise<NamedRow[]> => db.query(NAMES, { ...asked, ...may })

/** How many of the newest of a kind are looked at: a text that occurs in none of them must not walk all there ever were. */
const WALKED = 20_000

const TEXTS = statement(
  'search.texts',
  `(SELECT 'document' AS kind, d.id, d.file_name AS title, d.broker_name AS detail, d.day, d.word
      FROM (SELECT d.id, d.file_name, d.broker_name, coalesce(d.last_date, d.uploaded_at::date) AS day, d.kind AS word
              FROM trade_documents d WHERE :documents::bool AND d.replaced_at IS NULL ORDER BY d.id DESC LIMIT :walked::int) d
     WHERE lower(concat_ws(' ', d.file_name, d.broker_name)) LIKE ALL (:parts::text[]) ORDER BY d.id DESC LIMIT :most::int)
   UNION ALL
   (SELECT 'corporate-action', a.id, a.title, a.security_name, a.day, a.kind
      FROM (SELECT a.id, a.title, a.security_name, coalesce(a.ex_date, a.announcement_date) AS day, a.kind
              FROM corporate_actions a WHERE :actions::bool ORDER BY a.id DESC LIMIT :walked::int) a
     WHERE lower(concat_ws(' ', a.title, a.security_name)) LIKE ALL (:parts::text[]) ORDER BY a.id DESC LIMIT :most::int)
   UNION ALL
   (SELECT 'announcement', n.id, n.title, n.company, n.announced_on, n.category
      FROM (SELECT n.id, n.title, n.company, n.symbol, n.announced_on, n.announced_at, n.category
              FROM announcements n WHERE :announcements::bool AND NOT n.is_removed
             ORDER BY n.announced_on DESC, coalesce(n.announced_at, '') DESC, n.id DESC LIMIT :walked::int) n
     WHERE lower(concat_ws(' ', n.title, n.company, n.symbol)) LIKE ALL (:parts::text[])
     ORDER BY n.announced_on DESC, coalesce(n.announced_at, '') DESC, n.id DESC LIMIT :most::int)`,
)
export type TextRow = RowOf<typeof TEXTS>

/** Of documents, corporate actions and announcements the newest whose words hold all `parts`, among the newest 20,000 of each. */
export const textsLike = (
  db: Queryable,
  asked: { readonly parts: readonly string[]; readonly most: number },
  may: { readonly documents: boolean; readonly actions: boolean; readonly announcements: boolean },
): Promise<TextRow[]> => db.query(TEXTS, { ...asked, ...may, walked: WALKED })
