ALTER TABLE "version" ADD COLUMN "thresholds_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "version" ADD COLUMN "thresholds_test_id" bigint;--> statement-breakpoint
UPDATE "version" v SET "thresholds_at" = a.at FROM (SELECT "object", max("created_at") AS at FROM "audit" WHERE "action" = 'version.thresholds' GROUP BY "object") a WHERE a."object" = 'version/' || v."id";
