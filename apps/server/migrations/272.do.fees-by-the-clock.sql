-- Fees and Levies can be scheduled.
ALTER TABLE report_schedules DROP CONSTRAINT report_schedules_report_check,
  ADD CONSTRAINT report_schedules_report_check CHECK (report IN ('trade-blotter', 'daily-holdings', 'limits', 'fees-and-levies'));
