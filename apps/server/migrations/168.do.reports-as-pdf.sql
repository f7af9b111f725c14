-- Reports by schedule may be PDFs.
ALTER TABLE report_schedules DROP CONSTRAINT report_schedules_format_check;
ALTER TABLE report_schedules ADD CONSTRAINT report_schedules_format_check CHECK (format IN ('xlsx', 'pdf', 'csv'));
