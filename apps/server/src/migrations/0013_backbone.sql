-- What is stored as JSON says "backbone" where it said "trunk", as the program now does: the parameter of anomaly trainings
-- and versions, the causes of tasks that failed for its weights, and the field that a refused job names. In causes the words
-- are found in the text of the JSON: a quote inside a string has a backslash before it, so names that people gave cannot match.
UPDATE "task" SET "params" = ("params" - 'trunk') || jsonb_build_object('backbone', "params"->'trunk') WHERE "params" ? 'trunk';--> statement-breakpoint
UPDATE "task" SET "later_stages" = (
  SELECT jsonb_agg(CASE WHEN ("stage"->'params') ? 'trunk'
    THEN jsonb_set("stage", '{params}', (("stage"->'params') - 'trunk') || jsonb_build_object('backbone', "stage"->'params'->'trunk'))
    ELSE "stage" END ORDER BY "n")
  FROM jsonb_array_elements("later_stages") WITH ORDINALITY AS "each"("stage", "n"))
  WHERE "later_stages"::text LIKE '%"trunk": %';--> statement-breakpoint
UPDATE "version_stage" SET "params" = ("params" - 'trunk') || jsonb_build_object('backbone', "params"->'trunk') WHERE "params" ? 'trunk';--> statement-breakpoint
UPDATE "task" SET "cause" = regexp_replace(regexp_replace("cause"::text, '("code": ")trunk\.', '\1backbone.', 'g'), '("field": "params\.)trunk"', '\1backbone"', 'g')::jsonb WHERE "cause"::text ~ '"(params\.)?trunk[."]';--> statement-breakpoint
UPDATE "task_event" SET "body" = regexp_replace(regexp_replace("body"::text, '("code": ")trunk\.', '\1backbone.', 'g'), '("field": "params\.)trunk"', '\1backbone"', 'g')::jsonb WHERE "body"::text ~ '"(params\.)?trunk[."]';
