-- Which request an act carried out: an order that was released is not released again, and the check of the books asks for it.
CREATE INDEX approval_steps_act ON approval_steps (act_id) WHERE what = 'carried-out';
