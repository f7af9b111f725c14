/**
 * An index of each market day with weights of one sector, whose own index moves differently: attribution is
 * computed from it.
 */
import type pg from 'pg'

/** Runs on a connection of the owner with search_path set, after `generateBook`. */
export async function indexOfOneSector(client: pg.Client): Promise<void> {
  await client.query(`
        INSERT INTO market_indices (code, name, kind, sector) VALUES ('OTHER', 'Other', 'Sector', 'Other');
        INSERT INTO index_value_sets (index_id, source, recorded_by) SELECT id, 'feed', 1 FROM market_indices WHERE code IN ('ASPI', 'OTHER');
        INSERT INTO index_value_versions (index_id, day, version, set_id, is_removed, value)
        SELECT s.index_id, d.day, 1, s.id, false, 10000 + s.id * 100 + extract(doy FROM d.day)::int % 97
          FROM index_value_sets s, (SELECT DISTINCT trade_date AS day FROM prices) d;
        SELECT keep_newest_index_values(id) FROM index_value_sets;
        INSERT INTO index_weight_sets (index_id, effective_from, recorded_by) SELECT id, '2020-01-01', 1 FROM market_indices WHERE code = 'ASPI';
        INSERT INTO index_weights SELECT id, 'Other', 100 FROM index_weight_sets`)
}
