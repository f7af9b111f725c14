-- What the files of one person take is added up before another is kept.
CREATE INDEX attachments_person ON attachments (added_by) INCLUDE (bytes);
