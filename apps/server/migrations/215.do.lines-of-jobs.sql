-- Each job waits in a line (decision 047). What older versions handed in goes on in the line of long work.
ALTER TABLE jobs ADD COLUMN line text NOT NULL DEFAULT 'long' CHECK (line IN ('short', 'long', 'reading'));
