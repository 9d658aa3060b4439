ALTER TABLE "op" ADD COLUMN "remark" text;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "review_by" bigint;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "review_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "review_remark" text;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_review_by_user_id_fk" FOREIGN KEY ("review_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_review" ON "image" USING btree ("folder_id","review") WHERE "image"."review" is not null and "image"."deleted_at" is null;