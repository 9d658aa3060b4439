CREATE TABLE "tally" (
	"day" date NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"n" double precision NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "tally_day_user_id_kind_pk" PRIMARY KEY("day","user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "tally" ADD CONSTRAINT "tally_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_object" ON "audit" USING btree ("object" text_pattern_ops);--> statement-breakpoint
-- What was done before it was counted, as far as rows still tell: imported shapes are nobody's work, and of images the owner is known.
INSERT INTO "tally" ("day", "user_id", "kind", "n")
SELECT "day", "user_id", "kind", sum("n") FROM (
  SELECT o."created_at"::date AS "day", o."actor_id" AS "user_id", 'annotations' AS "kind", 1::float8 AS "n"
    FROM "op" o LEFT JOIN "shape" s ON s."image_id" = o."image_id" AND s."id" = o."shape_id"
    WHERE o."actor_id" IS NOT NULL AND o."kind" IN ('put', 'checkEmpty') AND coalesce(s."source", 'person') <> 'import'
  UNION ALL
  SELECT i."created_at"::date, p."owner_id", 'images', 1
    FROM "image" i JOIN "public"."project" p ON p."id" = i."project_id"
  UNION ALL
  SELECT t."created_at"::date, t."created_by", 'trainings', 1 FROM "public"."task" t WHERE t."kind" = 'train'
  UNION ALL
  SELECT a."lease_until"::date, t."created_by", 'seconds', greatest(0, extract(epoch FROM a."lease_until" - a."created_at"))::float8
    FROM "attempt" a JOIN "public"."task" t ON t."id" = a."task_id"
    WHERE a."ended_as" IS NOT NULL AND t."kind" IN ('train', 'test')
  UNION ALL
  SELECT r."created_at"::date, e."owner_id", r."verdict", 1
    FROM "online_record" r JOIN "public"."online_entry" e ON e."id" = r."entry_id"
  UNION ALL
  SELECT DISTINCT s."created_at"::date, s."user_id", 'active', 1 FROM "session" s
) AS "done" GROUP BY "day", "user_id", "kind";
