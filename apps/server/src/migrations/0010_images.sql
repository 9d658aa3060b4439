-- What is stored as JSON says "image" where it said "picture", as the program now does: keys of results, codes of messages.
-- Keys of messages and their arguments are found in the text of the JSON: a quote inside a string has a backslash before it,
-- so names that people gave cannot match.
UPDATE "bin" SET "kind" = 'images' WHERE "kind" = 'pictures';--> statement-breakpoint
UPDATE "bin" SET "counts" = ("counts" - 'pictures') || jsonb_build_object('images', "counts"->'pictures') WHERE "counts" ? 'pictures';--> statement-breakpoint
UPDATE "snapshot" SET "group_rule" = 'images' WHERE "group_rule" = 'pictures';--> statement-breakpoint
UPDATE "task" SET "params" = ("params" - 'pictures') || jsonb_build_object('withImages', "params"->'pictures') WHERE "kind" = 'export' AND "params" ? 'pictures';--> statement-breakpoint
UPDATE "task" SET "result" = ("result" - 'pictures') || jsonb_build_object('images', "result"->'pictures') WHERE "result" ? 'pictures';--> statement-breakpoint
UPDATE "task" SET "progress" = regexp_replace("progress"::text, '("(?:unit|phase)": ")picture', '\1image', 'g')::jsonb WHERE "progress"::text LIKE '%"picture%';--> statement-breakpoint
UPDATE "socket_message" SET "event" = regexp_replace("event"::text, '("(?:unit|phase)": ")picture', '\1image', 'g')::jsonb WHERE "event"::text LIKE '%"picture%';--> statement-breakpoint
UPDATE "task" SET "cause" = regexp_replace(regexp_replace(regexp_replace("cause"::text, '("(?:key|code)": "[A-Za-z.]*)picture', '\1image', 'g'), '("(?:key|code)": "[A-Za-z.]*)Picture', '\1Image', 'g'), '"picture(s?)": ', '"image\1": ', 'g')::jsonb WHERE "cause"::text ~ '[pP]icture';--> statement-breakpoint
UPDATE "task_event" SET "body" = regexp_replace(regexp_replace(regexp_replace("body"::text, '("(?:key|code)": "[A-Za-z.]*)picture', '\1image', 'g'), '("(?:key|code)": "[A-Za-z.]*)Picture', '\1Image', 'g'), '"picture(s?)": ', '"image\1": ', 'g')::jsonb WHERE "body"::text ~ '[pP]icture';--> statement-breakpoint
UPDATE "import_note" SET "body" = regexp_replace(regexp_replace(regexp_replace("body"::text, '("(?:key|code)": "[A-Za-z.]*)picture', '\1image', 'g'), '("(?:key|code)": "[A-Za-z.]*)Picture', '\1Image', 'g'), '"picture(s?)": ', '"image\1": ', 'g')::jsonb WHERE "body"::text ~ '[pP]icture';--> statement-breakpoint
UPDATE "upload" SET "inspection" = regexp_replace(regexp_replace(regexp_replace("inspection"::text, '("(?:key|code)": "[A-Za-z.]*)picture', '\1image', 'g'), '("(?:key|code)": "[A-Za-z.]*)Picture', '\1Image', 'g'), '"picture(s?)": ', '"image\1": ', 'g')::jsonb WHERE "inspection"::text ~ '[pP]icture';
