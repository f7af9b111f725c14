-- Each act names the approval rules that it was judged by. The function is made anew by the schema, with one more list.
ALTER TABLE audit ADD COLUMN rules_act bigint;
DROP FUNCTION IF EXISTS record_acts(integer[], text[], text[], text[], text[], text[], text[], text[]);
