DROP INDEX "image_review";--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "submitted_by" bigint;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "accepted_seq" bigint;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_submitted_by_user_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_reviewed" ON "image" USING btree ("folder_id","review","submitted_by","state") WHERE "image"."review" is not null and "image"."deleted_at" is null;--> statement-breakpoint
UPDATE "image" SET "submitted_by" = (
  SELECT o."actor_id" FROM "op" o WHERE o."image_id" = "image"."id" AND o."kind" IN ('submit', 'reopen') ORDER BY o."seq" DESC LIMIT 1
) WHERE "review" IS NOT NULL;--> statement-breakpoint
UPDATE "image" SET "accepted_seq" = (
  SELECT max(o."seq") FROM "op" o WHERE o."image_id" = "image"."id" AND o."kind" = 'accept'
) WHERE "review" = 'accepted';
