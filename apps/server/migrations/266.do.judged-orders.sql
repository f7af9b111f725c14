-- A release covers the figures that were judged, not the words that were shown. Orders of before are asked for again.
ALTER TABLE order_versions ADD COLUMN judged jsonb;
