-- Where the bank was told to pay: a broker whose details have changed since is exported again. Unknown of older exports.
ALTER TABLE payment_exports ADD bank_name text, ADD branch_name text, ADD account_number text, ADD swift_code text;
